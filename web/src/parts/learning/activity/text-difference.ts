// The difference of two texts as nodes: blocks that came and went, and within a changed block its words.
import { cleanFragment } from '../../../ui/text/rich-text.tsx'
import { compare, compareWords, type Row } from '../../base/drafts/merge.ts'
import { blocksOf } from '../../base/drafts/paragraphs.ts'
import { fill, keyOf, type Word, wordsWithin } from './marked-words.ts'

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
function marked(tag: 'ins' | 'del', words: readonly Word[]): Word[] {
  const gap = words.length > 1 && !words[0]?.text.trim() ? 1 : 0
  const mark = document.createElement(tag)
  return words.map((word, at) => (at < gap ? word : { ...word, around: [...word.around, mark] }))
}

/** The items of each row of a comparison by their keys. */
function* itemsOf<T>(rows: readonly Row[], before: readonly T[], after: readonly T[]) {
  let [old, fresh] = [0, 0]
  for (const row of rows) {
    const [gone, come] = row.kind === 'same' ? [row.parts, row.parts] : [row.mine, row.theirs]
    yield {
      isSame: row.kind === 'same',
      gone: before.slice(old, (old += gone.length)),
      come: after.slice(fresh, (fresh += come.length)),
    }
  }
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join('')

/** A changed block: its words, or its children; undefined where old and new are better shown whole. */
function changed(before: Element, after: Element): Element | undefined {
  if (before.tagName !== after.tagName) return undefined
  const shell = after.cloneNode(false) as Element
  if (containers.includes(after.tagName) && hasBlocksAlone(before) && hasBlocksAlone(after)) {
    compareBlocks([...before.children], [...after.children], shell)
    return shell
  }
  if (!isInline(before) || !isInline(after)) return undefined
  const [old, fresh] = [wordsWithin(before), wordsWithin(after)]
  const rows = [...itemsOf(compareWords(old.map(keyOf), fresh.map(keyOf)), old, fresh)]
  const kept = rows.reduce((sum, { isSame, come }) => (isSame ? sum + textOf(come).trim().length : sum), 0)
  // nothing in common but a word here and there: two blocks rather than one
  if (kept < 0.2 * Math.min(textOf(old).length, textOf(fresh).length)) return undefined
  fill(
    shell,
    rows.flatMap(({ isSame, gone, come }) => (isSame ? come : [...marked('del', gone), ...marked('ins', come)])),
  )
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
  for (const { isSame, gone, come } of itemsOf(compare(undefined, before.map(html), after.map(html)), before, after)) {
    if (isSame) into.append(...come)
    // what replaces a block is paired with it
    else
      for (let i = 0; i < Math.max(gone.length, come.length); i++) {
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
