// HTML of the clipboard as rich text has it: the server's conversion, over the nodes of the browser's parser.
import { convertedRich, type Losses } from '@lyceum/kit/text/rich/conversion'
import { element, type RichNode } from '@lyceum/kit/text/rich/tree'

const nodesOf = (parent: ParentNode & Node): RichNode[] =>
  [...parent.childNodes].flatMap((node): RichNode[] => {
    if (node instanceof Text) return [node.data]
    if (!(node instanceof Element)) return []
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name.toLowerCase(), value]))
    return [element(node.localName.toLowerCase(), nodesOf(node), attributes)]
  })
const parsed = (html: string): RichNode[] => nodesOf(new DOMParser().parseFromString(html, 'text/html').body)

/** The picture whose bytes are its address. */
export function pictureOf(address: string): File | undefined {
  const [, type = '', base64 = ''] = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i.exec(address) ?? []
  if (!type) return undefined
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new File([bytes], `picture.${type.slice(6).replace('jpeg', 'jpg')}`, { type })
  } catch {
    return undefined
  }
}

/** The pasted HTML, the elements that went, and its pictures, which arrive as files. Text of our own editors stays as it is. */
export function pastedHtml(html: string, takesPictures: boolean): { html: string; lost: Losses; pictures: File[] } {
  if (/\sdata-pm-slice=/.test(html)) return { html, lost: {}, pictures: [] }
  const pictures: File[] = []
  const without = !takesPictures
    ? html
    : html.replaceAll(/<img\b[^<>]*?\ssrc\s*=\s*(["'])\s*(data:image\/[^"']+)\1[^<>]*>/gi, (tag, _, address: string) => {
        const picture = pictureOf(address)
        if (picture) pictures.push(picture)
        return picture ? '' : tag
      })
  return { ...convertedRich(without, parsed), pictures }
}
