import { zipSync } from 'fflate'

const TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
</Types>`
const RELATIONS = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
</Relationships>`

/** A paragraph, or a heading of a level. */
type WordParagraph = string | { readonly level: number; readonly text: string }

/** A Word file with these paragraphs, the first word of each in bold. */
export function createWordFile(paragraphs: readonly WordParagraph[]): Buffer {
  const encode = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const run = (text: string, format = '') => `<w:r>${format}<w:t xml:space="preserve">${encode(text)}</w:t></w:r>`
  const body = paragraphs.map((paragraph) => {
    const text = typeof paragraph === 'string' ? paragraph : paragraph.text
    const style = typeof paragraph === 'string' ? '' : `<w:pPr><w:pStyle w:val="Heading${paragraph.level}"/></w:pPr>`
    const [first = '', ...rest] = text.split(/(?= )/)
    return `<w:p>${style}${run(first, '<w:rPr><w:b/></w:rPr>')}${run(rest.join(''))}</w:p>`
  })
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`
  const files = { '[Content_Types].xml': TYPES, '_rels/.rels': RELATIONS, 'word/document.xml': document }
  const entries = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])
  return Buffer.from(zipSync(Object.fromEntries(entries)))
}
