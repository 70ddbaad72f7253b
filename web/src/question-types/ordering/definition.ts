// Items put into an order.
import { ListOrdered } from 'lucide-react'
import { lazy } from 'react'
import type { Definition } from '../definition.ts'
import { part } from '../parts/part-id.ts'
import { OrderingAnswer } from './answer.tsx'

export const ordering: Definition<'ordering'> = {
  icon: ListOrdered,
  Answer: OrderingAnswer,
  Editor: lazy(() => import('./editor.tsx')),
  solution: ({ order }) => ({ order }),
  fresh() {
    const items = [part(), part(), part()]
    return { content: { items }, key: { order: items.map(({ id }) => id), rule: 'place' } }
  },
}
