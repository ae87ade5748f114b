declare module 'mammoth/mammoth.browser.min.js' {
  const mammoth: {
    /** A document as HTML, with headings, lists, tables and notes. */
    readonly convertToHtml: (
      file: { readonly arrayBuffer: ArrayBuffer },
      options: { readonly styleMap: readonly string[] },
    ) => Promise<{ readonly value: string }>
  }
  export = mammoth
}
