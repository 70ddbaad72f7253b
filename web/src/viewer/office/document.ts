// A text document as HTML: headings, lists, tables, pictures and footnotes, without the looks of its pages.
import mammoth from 'mammoth/mammoth.browser.min.js'
import { type DocumentPicture, idPrefix, type OfficeDocument } from './document-content.ts'

const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

export async function readDocument(file: Uint8Array<ArrayBuffer>): Promise<OfficeDocument> {
  const pictures: DocumentPicture[] = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    const type = image.contentType
    const bytes = pictureTypes.has(type) ? await image.readAsArrayBuffer().catch(() => undefined) : undefined
    if (!bytes) return { src: '' }
    pictures.push({ type, bytes })
    return { src: '', 'data-picture': String(pictures.length - 1) }
  })
  const { value } = await mammoth.convertToHtml(
    { arrayBuffer: file.buffer },
    {
      convertImage,
      idPrefix,
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
      // the page has a title of its own
      styleMap: [
        "p[style-name='Title'] => h2:fresh",
        "p[style-name='Heading 1'] => h2:fresh",
        "p[style-name='Heading 2'] => h3:fresh",
        "p[style-name='Heading 3'] => h4:fresh",
        "p[style-name='Heading 4'] => h4:fresh",
        "p[style-name='Heading 5'] => h4:fresh",
        "p[style-name='Heading 6'] => h4:fresh",
        'u => u',
        'strike => s',
      ],
    },
  )
  return { html: value, pictures }
}
