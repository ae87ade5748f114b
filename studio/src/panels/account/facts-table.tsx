type Props = {
  readonly label?: string
  readonly rows: readonly (readonly [label: string, value: string | undefined])[]
}

/** Names and values, one below the other. */
export function FactsTable({ label, rows }: Props) {
  return (
    <table class="table table-facts" aria-label={label}>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="number-cell">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
