// A text with blanks.
import { TextCursorInput } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { BlanksAnswer } from './answer.tsx'

export const blanks: Definition<'blanks'> = {
  icon: TextCursorInput,
  stemInside: true,
  Answer: BlanksAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ blanks }) => ({
    values: Object.fromEntries(
      Object.entries(blanks).flatMap(([id, { texts, numbers, options = {} }]): [string, string][] => {
        const best = texts?.[0]?.text ?? numbers?.[0]?.value ?? Object.entries(options).find(([, share]) => Number(share) === 100)?.[0]
        return best === undefined ? [] : [[id, best]]
      }),
    ),
  }),
  fresh: () => ({ content: { blanks: [] }, key: { blanks: {} } }),
}
