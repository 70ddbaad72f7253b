// A rich text as paragraphs: its outermost blocks, of lists their entries. Needs a DOM.
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

const isList = (node: Element) => node.localName === 'ul' || node.localName === 'ol'
const opening = (list: Element) => list.cloneNode(false) as Element

/** The paragraphs, each HTML of its own; the same text gives the same paragraphs, be it written by an editor or stored by the server. */
export function paragraphsOf(html: string): string[] {
  return blocksOf(parse(html)).flatMap((node) => {
    if (!isList(node)) return [node.outerHTML]
    return [...node.children].map((entry) => {
      const list = opening(node)
      list.append(entry.cloneNode(true))
      return list.outerHTML
    })
  })
}

/** The outermost blocks of a text, in the form that editors and the server have in common; text beside them is a paragraph. */
export function blocksOf(text: ParentNode): Element[] {
  // editors put a paragraph into an entry, the server stores it as it comes
  for (const only of text.querySelectorAll('li > p:only-child')) if (!only.attributes.length) only.replaceWith(...only.childNodes)
  // editors do not keep the line breaks of the source
  for (const node of textNodes(text)) if (!node.parentElement?.closest('pre')) node.data = node.data.replace(/[ \t\r\n\f]+/g, ' ')
  return [...text.childNodes].flatMap((node) => {
    if (node instanceof Element) return isBlank(node) ? [] : [node]
    if (!node.textContent?.trim()) return []
    const paragraph = document.createElement('p')
    paragraph.append(node.textContent.trim())
    return [paragraph]
  })
}

/** An empty paragraph, as editors leave at the end. */
const isBlank = (node: Element) => node.localName === 'p' && !node.textContent?.trim() && !node.querySelector('img')

/** The text of paragraphs; neighbouring entries of lists of one kind are one list again. */
export function htmlOf(paragraphs: readonly string[]): string {
  const body = parse('')
  for (const paragraph of paragraphs)
    for (const node of [...parse(paragraph).children]) {
      const last = body.lastElementChild
      if (last && isList(last) && opening(last).isEqualNode(opening(node))) last.append(...node.children)
      else body.append(node)
    }
  return body.innerHTML
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
export const wordsOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

function textNodes(body: Node): Text[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** The words of a text and what is between them. */
export const wordsIn = (html: string): string[] => textNodes(parse(html)).flatMap(({ data }) => wordsOf(data))

/** The HTML with a mark around each of `wordsIn` that is `marked`. */
export function withMarks(html: string, marked: readonly boolean[]): string {
  const body = parse(html)
  let at = 0
  for (const text of textNodes(body)) {
    const parts: (string | Element)[] = []
    for (const word of wordsOf(text.data)) {
      const last = parts.at(-1)
      if (!marked[at++]) parts.push(word)
      else if (last instanceof Element) last.append(word)
      else {
        const mark = document.createElement('mark')
        mark.append(word)
        parts.push(mark)
      }
    }
    text.replaceWith(...parts)
  }
  return body.innerHTML
}
