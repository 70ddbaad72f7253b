// A text with React nodes in it: `{course} is open` with { course: <b>…</b> }. i18next leaves single braces alone.
import { Fragment, type ReactNode } from 'react'

export const withParts = (text: string, parts: Record<string, ReactNode>): ReactNode =>
  text.split(/\{(\w+)\}/).map((piece, i) => <Fragment key={i}>{i % 2 ? parts[piece] : piece}</Fragment>)
