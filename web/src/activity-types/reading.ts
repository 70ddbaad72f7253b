// How far I am in an activity that is read: its read mark, or what else completes it. Common to the types that are.
import { date, percent } from '../ui/format.ts'
import type { Definition } from './definition.ts'

export const reading: Pick<Definition, 'result' | 'standing' | 'act'> = {
  result: (my, say) =>
    my.read_at ? say('readOn', { date: date(my.read_at) }) : my.percent > 0 ? say('begun', { percent: percent(my.percent) }) : undefined,
  standing({ my, completion_criterion: { kind } }, say) {
    if (kind === 'read' || kind === 'none') return say(my.completed || my.read_at ? 'read' : 'notRead')
    return say(my.completed ? 'done' : 'notDone')
  },
  act: ({ completed }) => (completed ? undefined : 'open'),
}
