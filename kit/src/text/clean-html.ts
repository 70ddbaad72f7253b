// Cleaning of rich text, HTML of one allow-list, when it is written: stored text is safe for every reader.
import sanitize from 'sanitize-html'
import { invalid } from '../calls/errors.ts'
import { richAttributes, richLimits, richTags } from './rich-text.ts'

/** A path of this installation: neither another server's nor one that a browser reads as such. */
const isOurs = (src: string): boolean => /^(\/(?![/\\])|[\w.-]+(?:[/?#]|$))/.test(src)

const options: sanitize.IOptions = {
  allowedTags: richTags,
  allowedAttributes: richAttributes,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  transformTags: {
    // an address that no browser can parse is removed: parsing it would throw elsewhere. An attachment has none, as a picture has none
    a: (tagName, { href, ...attribs }) => ({
      tagName,
      attribs: {
        ...(href !== undefined && !attribs['data-upload'] && URL.canParse(href, 'https://here.invalid') && { href }),
        ...attribs,
        rel: 'noopener noreferrer',
      },
    }),
    // an uploaded file has no address: grants expire. A picture on another server would name its readers there: it becomes a link
    img: (name, { src, ...attribs }): sanitize.Tag => {
      if (attribs['data-upload'] || !src) return { tagName: name, attribs }
      if (isOurs(src)) return { tagName: name, attribs: { src, ...attribs } }
      if (!/^https?:/i.test(src) || !URL.canParse(src)) return { tagName: name, attribs }
      return { tagName: 'a', attribs: { href: src, rel: 'noopener noreferrer' }, text: attribs.alt?.trim() || src }
    },
  },
}

/** The HTML that may be stored. 400 at `field` when it is nested too deep, has too many elements or too long a formula: parsing stops
 *  there, so that no text blocks the process. */
export function cleanHtml(field: string, html: string): string {
  let depth = 0
  let elements = 0
  return sanitize(html, {
    ...options,
    onOpenTag: (_, attributes) => {
      if (++depth > richLimits.depth) throw invalid({ [field]: ['richText.tooDeep', { most: richLimits.depth }] })
      if (++elements > richLimits.elements) throw invalid({ [field]: ['richText.tooMany', { most: richLimits.elements }] })
      if ((attributes['data-latex']?.length ?? 0) > richLimits.latex)
        throw invalid({ [field]: ['richText.longFormula', { most: richLimits.latex }] })
    },
    onCloseTag: () => {
      depth--
    },
  })
}
