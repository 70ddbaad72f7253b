// Several options of several.
import { SquareCheck } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { part } from '../parts/part-id.ts'
import { MultipleAnswer } from './answer.tsx'

export const multiple: Definition<'multiple'> = {
  icon: SquareCheck,
  Answer: MultipleAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ right }) => ({ choices: [...right] }),
  keyless: true,
  fresh: () => ({ content: { options: [part(), part(), part(), part()], shuffle: true }, key: { right: [], rule: 'minus' } }),
}
