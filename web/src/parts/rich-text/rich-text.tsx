// A text with React nodes in it: `{course} is open` with { course: <b>…</b> }. Single braces are no placeholder of i18n.ts.
import { Fragment, type ReactNode } from 'react'

export const withParts = (text: string, parts: Record<string, ReactNode>): ReactNode =>
  text.split(/\{(\w+)\}/).map((piece, i) => <Fragment key={i}>{i % 2 ? parts[piece] : piece}</Fragment>)
