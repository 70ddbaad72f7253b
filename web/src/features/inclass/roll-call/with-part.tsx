// A text with an element in place of its {part}.
import type { ReactNode } from 'react'

export function WithPart({ text, part }: { text: string; part: ReactNode }) {
  const [before = '', after = ''] = text.split('{part}')
  return (
    <>
      {before}
      {part}
      {after}
    </>
  )
}
