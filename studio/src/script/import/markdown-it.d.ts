declare module 'markdown-it' {
  const MarkdownIt: new (options?: {
    readonly html?: boolean
  }) => {
    /** Markdown as HTML. */
    render(markdown: string): string
  }
  export = MarkdownIt
}
