// Items and the choices that belong to them.
import { ArrowLeftRight } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { part } from '../parts/part-id.ts'
import { MatchingAnswer } from './answer.tsx'

export const matching: Definition<'matching'> = {
  icon: ArrowLeftRight,
  Answer: MatchingAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ pairs }) => ({ pairs }),
  fresh() {
    const [items, choices] = [
      [part(), part()],
      [part(), part()],
    ]
    const pairs = Object.fromEntries(items.map(({ id }, n) => [id, choices[n]?.id ?? '']))
    return { content: { items, choices, shuffle: true }, key: { pairs, rule: 'each' } }
  },
}
