// How far I am in an activity that is read: its read mark. Common to the types that are.
import { dateTime, percent } from '../ui/format.ts'
import type { Definition } from './definition.ts'

export const reading: Pick<Definition, 'result' | 'standing' | 'act'> = {
  result: (my, say) =>
    my.read_at
      ? say('readOn', { date: dateTime(my.read_at).slice(0, 10) })
      : my.percent > 0
        ? say('begun', { percent: percent(my.percent) })
        : undefined,
  standing: ({ my }, say) => say(my.completed ? 'read' : 'notRead'),
  act: ({ completed }) => (completed ? undefined : 'open'),
}
