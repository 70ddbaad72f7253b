// The words of a block with the inline elements that each stands in: bold, a link, code. Needs a DOM.
import { wordsOf } from '../../base/drafts/paragraphs.ts'

/** `around`: the elements without what is in them, from the outside in. */
export type Word = { text: string; around: readonly Element[]; isBreak?: boolean }

/** The words of a block, the gaps between them and its line breaks. */
export function wordsWithin(block: Element): Word[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const words: Word[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text) {
      const around = elementsAround(node, block)
      words.push(...wordsOf(node.data).map((text) => ({ text, around })))
    } else if ((node as Element).localName === 'br') words.push({ text: '\n', around: elementsAround(node, block), isBreak: true })
  }
  return words
}

function elementsAround(node: Node, block: Element): Element[] {
  const around: Element[] = []
  for (let one = node.parentElement; one && one !== block; one = one.parentElement) around.unshift(one.cloneNode(false) as Element)
  return around
}

/** Alike for a word in the same elements; a gap is the same in all of them. */
export const keyOf = ({ text, around, isBreak }: Word): string =>
  text.trim() === '' ? (isBreak ? '\r' : text) : around.map(({ outerHTML }) => outerHTML).join('') + text

/** Puts words into a block; neighbours share the elements around them. */
export function fill(block: Element, words: readonly Word[]): void {
  let open: Element[] = []
  const innermost = () => open.at(-1) ?? block
  for (const { text, around, isBreak } of words) {
    let shared = 0
    while (shared < around.length && open[shared] && isLike(open[shared]!, around[shared]!)) shared++
    open = open.slice(0, shared)
    for (const element of around.slice(shared)) {
      const made = element.cloneNode(false) as Element
      innermost().append(made)
      open.push(made)
    }
    innermost().append(isBreak ? document.createElement('br') : text)
  }
}

const isLike = (one: Element, other: Element) => (one.cloneNode(false) as Element).isEqualNode(other)
