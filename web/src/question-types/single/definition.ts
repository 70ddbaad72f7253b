// One option of several.
import { CircleDot } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { part } from '../parts/part-id.ts'
import { SingleAnswer } from './answer.tsx'

export const single: Definition<'single'> = {
  icon: CircleDot,
  Answer: SingleAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ right }) => ({ choice: right }),
  keyless: true,
  fresh: () => ({ content: { options: [part(), part(), part(), part()], shuffle: true }, key: { right: '' } }),
}
