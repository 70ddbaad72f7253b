// Blocks of a document that is laid out as PDF: texts of any mix of languages, tables, pictures.

/** A piece of text in one style; `\n` begins a new line. */
export type Span = {
  text: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  /** In a smaller size, raised or lowered. */
  shift?: 'sub' | 'sup'
  code?: boolean
  muted?: boolean
  /** An address, or `#name` of an anchor. */
  link?: string
}

type Placed = {
  /** Levels of lists and quotes that it stands in. */
  indent?: number
  /** Of these, the quotes: a bar at the left of each. */
  bars?: number
  /** The name by which links of the document lead to it. */
  anchor?: string
}

export type TextBlock = Placed & {
  kind: 'text'
  role: 'title' | 'heading' | 'subheading' | 'paragraph' | 'note' | 'code'
  spans: Span[]
  /** Of an item in a list. */
  marker?: string
  /** A heading in the letters of a paragraph. */
  plain?: boolean
  /** It stays on the page of what follows. */
  leads?: boolean
  /** A line is drawn above it. */
  ruled?: boolean
}
export type TableBlock = Placed & {
  kind: 'table'
  /** Cells of rows; the first `heads` rows are repeated on each page. */
  rows: Span[][][]
  heads: number
  /** Columns whose cells end at the right, from 0. */
  numbers?: number[]
}
/** PNG or JPEG; what cannot be drawn is there by its name. */
export type PictureBlock = Placed & { kind: 'picture'; bytes: Uint8Array; name: string }
export type Block = TextBlock | TableBlock | PictureBlock

export const plainSpan = (text: string, style: Omit<Span, 'text'> = {}): Span => ({ text, ...style })
export const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join('')
