declare module 'mammoth/mammoth.browser.min.js' {
  const mammoth: {
    /** The text of a document; each paragraph ends with two line breaks. */
    readonly extractRawText: (file: { readonly arrayBuffer: ArrayBuffer }) => Promise<{ readonly value: string }>
  }
  export = mammoth
}
