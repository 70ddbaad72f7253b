// The HTML of a document as nodes: nothing of it runs, loads an address, or takes a style or an id of the page.
import DOMPurify from 'dompurify'
import { richTags } from '@lyceum/kit/text/rich-text'
import { type DocumentPicture, idPrefix } from './document-content.ts'

const rules = {
  ALLOWED_TAGS: [...richTags, 'dl', 'dt', 'dd'],
  ALLOWED_ATTR: ['href', 'id', 'alt', 'colspan', 'rowspan', 'data-picture'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
}

/** `urls`: receives the object URLs of the pictures, for the caller to revoke. */
export function documentNodes(html: string, pictures: readonly DocumentPicture[], urls: string[]): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, rules)
  for (const element of fragment.querySelectorAll('[id]')) if (!element.id.startsWith(idPrefix)) element.removeAttribute('id')
  for (const link of fragment.querySelectorAll('a')) {
    if (link.getAttribute('href')?.startsWith('#')) continue
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  for (const image of fragment.querySelectorAll('img')) {
    const picture = pictures[Number(image.dataset.picture ?? Number.NaN)]
    if (!picture) {
      image.remove()
      continue
    }
    const url = URL.createObjectURL(new Blob([picture.bytes], { type: picture.type }))
    urls.push(url)
    image.src = url
    image.alt ||= ''
    image.loading = 'lazy'
    image.decoding = 'async'
  }
  return fragment
}
