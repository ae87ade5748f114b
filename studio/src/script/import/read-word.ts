/** Reads a Word file (.docx) as paragraphs. The reader is loaded when it is needed. */
export async function readWord(bytes: ArrayBuffer): Promise<readonly string[]> {
  const { default: mammoth } = await import('mammoth/mammoth.browser.min.js')
  const read = await mammoth.extractRawText({ arrayBuffer: bytes }).catch(() => undefined)
  if (read === undefined) throw new Error('Cannot read the file: it is no Word document (.docx)')
  return read.value.split(/\n+/)
}
