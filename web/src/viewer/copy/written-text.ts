// Parts of a rich text, in its order, for a copy on paper: paragraphs as they look, lists, pictures, formulas and tables. Pure.

/** As much of an element as is read here. */
export type WrittenNode = {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: ArrayLike<WrittenNode>
  getAttribute?(name: string): string | null
}
export type Look = 'text' | 'h1' | 'h2' | 'h3' | 'code' | 'quote'
/** `span`, `down`: so many columns and rows. */
export type WrittenCell = { text: string; header: boolean; span: number; down: number }
/** `depth`: steps from the left edge; `marker`: in front of the first line of an item of a list. In a text, and in the cells of a table together, `placeOf` stands for each formula. */
export type TextPart = { depth: number } & (
  | { text: string; look: Look; marker?: string; formulas?: string[] }
  | { upload: string; alt: string }
  | { latex: string }
  | { rows: WrittenCell[][]; head: number; formulas?: string[] }
)
/** The number of a mark, and behind which character of the text it stands. */
export type NumberedPlace = { at: number; number: number }

/** Letters of private use, that no text says anything with: in its place the nth formula of a text. */
export const placeOf = (nth: number) => String.fromCharCode(0xe000 + nth)
const privateUse = /[\ue000-\uf8ff]/g
const mostFormulas = 0xf8ff - 0xe000

const isText = 3
const looks: Record<string, Look> = { h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h3', h5: 'h3', h6: 'h3', pre: 'code', blockquote: 'quote' }
const blocks = new Set(['p', 'div', 'li', 'ul', 'ol', 'section', 'figure', 'figcaption', 'caption', 'hr', ...Object.keys(looks)])

type Context = { look: Look; depth: number; marker: { text: string } | undefined }

/** The parts of a text; the numbers of marks stand in brackets where the marks are. */
export function partsOfText(body: WrittenNode, numbers: readonly NumberedPlace[] = []): TextPart[] {
  const places = numbers.toSorted((a, b) => a.at - b.at)
  let passed = 0
  let next = 0

  /** With the numbers of the marks that end in it. */
  const numbered = (text: string): string => {
    let written = ''
    let from = 0
    for (let place = places[next]; place && place.at <= passed + text.length; place = places[++next]) {
      const to = Math.max(from, place.at - passed)
      written += `${text.slice(from, to)}[${place.number}]`
      from = to
    }
    passed += text.length
    return written + text.slice(from)
  }

  function collect(root: WrittenNode, start: Context): TextPart[] {
    const parts: TextPart[] = []
    let words = ''
    let formulas: string[] = []
    const flush = ({ look, depth, marker }: Context) => {
      const text = look === 'code' ? words.replace(/\s+$/, '') : words.replace(/ *\n */g, '\n').trim()
      words = ''
      const within = formulas
      formulas = []
      if (!text) return
      parts.push({ text, look, depth, ...(marker?.text && { marker: marker.text }), ...(within.length > 0 && { formulas: within }) })
      if (marker) marker.text = ''
    }
    const children = (node: WrittenNode, context: Context) => {
      for (const child of Array.from(node.childNodes)) visit(child, context)
    }
    const block = (node: WrittenNode, before: Context, context: Context) => {
      flush(before)
      children(node, context)
      flush(context)
    }
    const list = (node: WrittenNode, context: Context, ordered: boolean) => {
      let number = Number(node.getAttribute?.('start')) || 1
      for (const child of Array.from(node.childNodes))
        if (nameOf(child) === 'li') {
          const marker = { text: ordered ? `${number++}.` : '•' }
          block(child, context, { ...context, depth: context.depth + 1, marker })
        } else visit(child, context)
    }
    const table = (node: WrittenNode, context: Context) => {
      const rows: WrittenCell[][] = []
      const beside: TextPart[] = []
      const formulas: string[] = []
      const row = (line: WrittenNode) =>
        rows.push(
          Array.from(line.childNodes).flatMap((cell): WrittenCell[] => {
            const name = nameOf(cell)
            if (name !== 'td' && name !== 'th') {
              numbered(cell.textContent ?? '')
              return []
            }
            const inside = collect(cell, { look: 'text', depth: 0, marker: undefined })
            // pictures do not fit between the lines of a cell
            beside.push(...inside.filter((part) => 'upload' in part))
            return [
              {
                text: inside.map((part) => wordsOf(part, formulas)).join('\n'),
                header: name === 'th',
                span: spanOf(cell, 'colspan'),
                down: spanOf(cell, 'rowspan'),
              },
            ]
          }),
        )
      const part = (within: WrittenNode) => {
        for (const child of Array.from(within.childNodes)) {
          const name = nameOf(child)
          if (name === 'tr') row(child)
          else if (name === 'caption') block(child, context, context)
          else if (child.nodeType === isText) numbered(child.textContent ?? '')
          else part(child)
        }
      }
      part(node)
      const head = rows.findIndex((cells) => !cells.every(({ header }) => header))
      if (rows.length > 0) parts.push({ rows, head: Math.max(0, head), depth: context.depth, ...(formulas.length > 0 && { formulas }) })
      parts.push(...beside.map((one) => ({ ...one, depth: context.depth })))
    }
    function visit(node: WrittenNode, context: Context): void {
      if (node.nodeType === isText) {
        const text = numbered(node.textContent ?? '').replace(privateUse, '\ufffd')
        words += context.look === 'code' ? text : text.replace(/\s+/g, ' ')
        return
      }
      const name = nameOf(node)
      const latex = node.getAttribute?.('data-latex')
      const upload = name === 'img' ? node.getAttribute?.('data-upload') : undefined
      if (latex) {
        numbered(node.textContent ?? '')
        if (name !== 'div') {
          words += context.look === 'code' ? latex : placed(latex, formulas)
        } else {
          flush(context)
          parts.push({ latex, depth: context.depth })
        }
      } else if (upload) {
        flush(context)
        parts.push({ upload: upload.toLowerCase(), alt: node.getAttribute?.('alt') ?? '', depth: context.depth })
      } else if (name === 'br') words += '\n'
      else if (name === 'table') {
        flush(context)
        table(node, context)
      } else if (name === 'ul' || name === 'ol') {
        flush(context)
        list(node, context, name === 'ol')
      } else if (blocks.has(name)) {
        const depth = context.depth + (name === 'blockquote' ? 1 : 0)
        block(node, context, { ...context, look: looks[name] ?? context.look, depth })
      } else children(node, context)
    }
    children(root, start)
    flush(start)
    return parts
  }
  return collect(body, { look: 'text', depth: 0, marker: undefined })
}

const nameOf = (node: WrittenNode) => node.nodeName.toLowerCase()
const spanOf = (cell: WrittenNode, name: string) => Math.min(Math.max(Number(cell.getAttribute?.(name)) || 1, 1), 50)

/** The letter that stands for a formula among these; of too many the last are written. */
const placed = (latex: string, formulas: string[]) => (formulas.length < mostFormulas ? placeOf(formulas.push(latex) - 1) : latex)

/** Of a part in the cell of a table, whose formulas are those of the table from now on. */
function wordsOf(part: TextPart, formulas: string[]): string {
  if ('upload' in part) return part.alt ? `[${part.alt}]` : ''
  if ('latex' in part) return placed(part.latex, formulas)
  const words =
    'text' in part
      ? [part.marker, part.text].filter(Boolean).join(' ')
      : part.rows.map((cells) => cells.map(({ text }) => text).join(' | ')).join('\n')
  return words.replace(privateUse, (place) => placed(part.formulas?.[place.charCodeAt(0) - 0xe000] ?? '', formulas))
}
