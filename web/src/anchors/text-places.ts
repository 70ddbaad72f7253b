// Places in a text: characters from 0 over the text of an element, which hold in every window and language of the page.

const textNodes = (root: Node): Text[] => {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  for (let node = walk.nextNode(); node; node = walk.nextNode()) found.push(node as Text)
  return found
}

/** The range of characters from `from` up to but without `to`; undefined where the text is shorter. */
export function rangeOf(root: Node, from: number, to: number): Range | undefined {
  const range = document.createRange()
  let passed = 0
  let begun = false
  for (const node of textNodes(root)) {
    const end = passed + node.length
    if (!begun && from < end) {
      range.setStart(node, Math.max(0, from - passed))
      begun = true
    }
    if (begun && to <= end) {
      range.setEnd(node, Math.max(0, to - passed))
      return range
    }
    passed = end
  }
  return undefined
}

/** The character at a boundary of a range; undefined outside the element. */
export function characterAt(root: Node, container: Node, offset: number): number | undefined {
  if (!root.contains(container)) return undefined
  const before = document.createRange()
  before.setStart(root, 0)
  before.setEnd(container, offset)
  return before.toString().length
}

type CaretDocument = Document & {
  caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null
  caretRangeFromPoint?: (x: number, y: number) => Range | null
}
/** The place between two letters under a point of the window, within `root`. */
export function caretAt(root: Node, x: number, y: number): { node: Node; offset: number } | undefined {
  const page = document as CaretDocument
  const position = page.caretPositionFromPoint?.(x, y)
  const range = position ? undefined : page.caretRangeFromPoint?.(x, y)
  const node = position?.offsetNode ?? range?.startContainer
  const offset = position?.offset ?? range?.startOffset ?? 0
  return node && node.nodeType === Node.TEXT_NODE && root.contains(node) ? { node, offset } : undefined
}

/** The range between two points of the window; undefined where there is no text under them. */
export function rangeBetween(root: Node, from: { x: number; y: number }, to: { x: number; y: number }): Range | undefined {
  const [a, b] = [caretAt(root, from.x, from.y), caretAt(root, to.x, to.y)]
  if (!a || !b) return undefined
  const range = document.createRange()
  range.setStart(a.node, a.offset)
  range.setEnd(b.node, b.offset)
  // the second before the first collapses a range at it
  if (range.collapsed && (a.node !== b.node || a.offset !== b.offset)) {
    range.setStart(b.node, b.offset)
    range.setEnd(a.node, a.offset)
  }
  return range.collapsed ? undefined : range
}
