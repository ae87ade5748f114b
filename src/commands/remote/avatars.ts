import { type ConnectOptions, connect } from './connect.ts'
import { formatTable } from './format-table.ts'

export type AvatarsOptions = ConnectOptions & {
  readonly gender?: string | undefined
  readonly locale?: string | undefined
  readonly json?: boolean | undefined
}

/** `declaim avatars`: lists the voices of a service. */
export async function listAvatars(options: AvatarsOptions, print: (line: string) => void): Promise<void> {
  const { declaim } = await connect(options)
  const { gender, locale } = options
  const avatars = (await declaim.avatars()).filter(
    (avatar) =>
      (gender === undefined || avatar.gender.toLowerCase() === gender.toLowerCase()) &&
      (locale === undefined || avatar.locale.toLowerCase() === locale.toLowerCase().replace('-', '_')),
  )
  if (options.json === true) return print(JSON.stringify(avatars, null, 2))
  const rows = avatars.map(({ id, name, style, gender: sex, locale: place, characteristics }) => [
    String(id),
    name,
    style,
    sex,
    place,
    characteristics.join(', '),
  ])
  for (const line of formatTable([['ID', 'NAME', 'STYLE', 'GENDER', 'LOCALE', 'SOUNDS'], ...rows])) print(line)
}
