// A text with parts that are more than words: `{course} is open` with { course: <b>…</b> }. Single braces are left alone by the texts.
import { Fragment, type ReactNode } from 'react'

export const withParts = (text: string, parts: Record<string, ReactNode>): ReactNode =>
  text.split(/\{(\w+)\}/).map((piece, i) => <Fragment key={i}>{i % 2 ? parts[piece] : piece}</Fragment>)
