/** The part of a Swagger UI plugin's world that is used here. */
type System = {
  readonly React: {
    createElement: (type: unknown, properties: object | null, ...children: readonly unknown[]) => unknown
  }
}
type Answer = { readonly content?: unknown; readonly contentType?: string }
type Wrap = (original: unknown, system: System) => (properties: Answer) => unknown

/** The address of an answer's audio. A POST cannot be repeated by an audio element, which only has a URL. */
const audioUrls = new WeakMap<Blob, string>()

export type PagePlugin = () => { readonly wrapComponents: Readonly<Record<string, Wrap>> }

/** Leaves out what says nothing here, and names what screen readers would not find. */
export const adaptPage: PagePlugin = () => ({
  wrapComponents: {
    // There is one server: the one that serves this page.
    ServersContainer: () => () => null,
    InfoContainer:
      (original, { React }) =>
      (properties) =>
        React.createElement('section', { 'aria-label': 'About' }, React.createElement(original, properties)),
    // Operations are headings of the third level.
    FilterContainer:
      (original, { React }) =>
      (properties) =>
        React.createElement(
          'search',
          { 'aria-label': 'Operations' },
          React.createElement('h2', { className: 'visually-hidden' }, 'Operations'),
          React.createElement(original, properties),
        ),
    responseBody:
      (original, { React }) =>
      (properties) => {
        const { content, contentType = '' } = properties
        if (!(content instanceof Blob) || !contentType.startsWith('audio/'))
          return React.createElement(original, properties)
        const url = audioUrls.get(content) ?? URL.createObjectURL(content)
        audioUrls.set(content, url)
        return React.createElement(original, { ...properties, url })
      },
  },
})

/** Names the fields that Swagger UI leaves without a name, and lets the keyboard scroll long answers. */
export function adaptFields(root: HTMLElement): void {
  const adapt = (): void => {
    for (const block of root.querySelectorAll<HTMLElement>('pre.microlight:not([tabindex])')) block.tabIndex = 0
    for (const field of root.querySelectorAll('textarea.body-param__text')) field.ariaLabel = 'Request body'
    for (const field of root.querySelectorAll('select.examples-select-element')) field.ariaLabel = 'Example'
    for (const field of root.querySelectorAll('[data-param-name] :is(input, select, textarea):not([aria-label])')) {
      field.ariaLabel = field.closest('[data-param-name]')?.getAttribute('data-param-name') ?? null
    }
  }
  new MutationObserver(adapt).observe(root, { childList: true, subtree: true })
}
