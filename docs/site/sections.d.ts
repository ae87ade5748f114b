export const SECTIONS: readonly {
  readonly title: string
  readonly pages: readonly (readonly [name: string, label: string])[]
}[]
