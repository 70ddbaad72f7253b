// The difference of two texts as nodes: blocks that came and went, and within a changed block its words.
import { cleanFragment } from '../../ui/rich-text.tsx'
import { compare, compareWords } from '../drafts/merge.ts'
import { blocksOf, wordsOf } from '../drafts/paragraphs.ts'

/** Elements whose children are compared one by one, where they have no text of their own. */
const containers = ['UL', 'OL', 'BLOCKQUOTE', 'LI']
const blocks = 'p, h2, h3, h4, ul, ol, li, blockquote, pre, table, figure, div, hr'
const hasBlocksAlone = (element: Element) =>
  element.children.length > 0 &&
  [...element.childNodes].every((node) => (node instanceof Element ? node.matches(blocks) : !node.textContent?.trim()))
const isInline = (element: Element) => !element.querySelector('img, [data-latex], table, p, ul, ol, a[data-upload]')

function wrapped(tag: 'ins' | 'del', ...nodes: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  element.append(...nodes)
  return element
}

/** Changed words; the gap before them is not marked. */
function marked(tag: 'ins' | 'del', [first, ...others]: readonly string[]): (Node | string)[] {
  if (first === undefined) return []
  return first.trim() || others.length === 0 ? [wrapped(tag, first, ...others)] : [first, wrapped(tag, ...others)]
}

/** A changed block: its words, or its children; undefined where old and new are better shown whole. */
function changed(before: Element, after: Element): Element | undefined {
  if (before.tagName !== after.tagName) return undefined
  const shell = after.cloneNode(false) as Element
  if (containers.includes(after.tagName) && hasBlocksAlone(before) && hasBlocksAlone(after)) {
    compareBlocks([...before.children], [...after.children], shell)
    return shell
  }
  if (!isInline(before) || !isInline(after)) return undefined
  const rows = compareWords(wordsOf(before.textContent ?? ''), wordsOf(after.textContent ?? ''))
  const kept = rows.reduce((sum, row) => (row.kind === 'same' ? sum + row.parts.join('').trim().length : sum), 0)
  // nothing in common but a word here and there: two blocks rather than one
  if (kept < 0.2 * Math.min(before.textContent?.length ?? 0, after.textContent?.length ?? 0)) return undefined
  for (const row of rows) shell.append(...(row.kind === 'same' ? row.parts : [...marked('del', row.mine), ...marked('ins', row.theirs)]))
  return shell
}

function compareBlocks(before: readonly Element[], after: readonly Element[], into: ParentNode) {
  const mark = (tag: 'ins' | 'del', element: Element) => {
    if (element.tagName !== 'LI') return wrapped(tag, element)
    const item = element.cloneNode(false) as Element
    item.append(wrapped(tag, ...element.childNodes))
    return item
  }
  const html = ({ outerHTML }: Element) => outerHTML
  let [old, fresh] = [0, 0]
  for (const row of compare(undefined, before.map(html), after.map(html))) {
    const [goneCount, comeCount] = row.kind === 'same' ? [row.parts.length, row.parts.length] : [row.mine.length, row.theirs.length]
    const gone = before.slice(old, (old += goneCount))
    const come = after.slice(fresh, (fresh += comeCount))
    if (row.kind === 'same') into.append(...come)
    // what replaces a block is paired with it
    else
      for (let i = 0; i < Math.max(goneCount, comeCount); i++) {
        const [from, to] = [gone[i], come[i]]
        const both = from && to && changed(from, to)
        if (both) into.append(both)
        else into.append(...(from ? [mark('del', from)] : []), ...(to ? [mark('ins', to)] : []))
      }
  }
}

/** `after` with what has changed since `before`, as `ins` and `del`. */
export function differenceOf(before: string, after: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  compareBlocks(blocksOf(cleanFragment(before)), blocksOf(cleanFragment(after)), fragment)
  return fragment
}
