// My progress in an activity that is read: its read mark, or its other criterion. Common to the types that are.
import { date, percent } from '../ui/format.ts'
import type { Definition } from './definition.ts'

/** Opening it is all that it asks for. */
export const asksToRead = (criterion: { kind: string } | undefined) => criterion === undefined || ['read', 'none'].includes(criterion.kind)

export const reading: Pick<Definition, 'result' | 'progress' | 'act'> = {
  result({ my, completion_criterion }, say) {
    if (asksToRead(completion_criterion) && my.read_at) return say('readOn', { date: date(my.read_at) })
    if (my.completed_at) return say('doneOn', { date: date(my.completed_at) })
    return my.percent > 0 ? say('begun', { percent: percent(my.percent) }) : undefined
  },
  progress({ my, completion_criterion }, say) {
    if (asksToRead(completion_criterion)) return say(isRead(my) ? 'read' : 'notRead')
    return say(my.completed ? 'done' : 'notDone')
  },
  act: ({ completed }) => (completed ? undefined : 'open'),
}

/** Without another criterion, a read activity is at 100 %, completed or not. */
export const isRead = (my: Parameters<Definition['progress']>[0]['my']) => my.completed || my.percent === 100 || Boolean(my.read_at)

/** The share that I have watched, and the one that is needed until it is done. */
export const watchedWords: Definition['progress'] = ({ my, completion_criterion: { percent: needed } }, say) =>
  needed !== null && !my.completed
    ? say('watchedOf', { percent: percent(my.percent), needed: percent(needed) })
    : say('watched', { percent: percent(my.percent) })

/** My progress in an activity that is answered: nothing between not at all and done. */
export const answering: Pick<Definition, 'result' | 'progress' | 'act'> = {
  result({ my, completion_criterion: criterion }, say) {
    if (!my.completed_at) return undefined
    return say(criterion?.kind === 'answered' ? 'answeredOn' : 'doneOn', { date: date(my.completed_at) })
  },
  progress({ my, completion_criterion: { kind } }, say) {
    if (kind === 'answered') return say(my.completed ? 'answered' : 'notAnswered')
    return say(my.completed ? 'done' : 'notDone')
  },
  act: ({ completed }) => (completed ? undefined : 'open'),
}

/** My progress in what is met at a time: its recording is watched, or it is as one that is answered. */
export const meeting: Pick<Definition, 'result' | 'progress' | 'act'> = {
  result(activity, say) {
    const { my, completion_criterion: criterion } = activity
    if (criterion?.kind !== 'watched') return answering.result(activity, say)
    return my.percent > 0 ? say('watched', { percent: percent(my.percent) }) : undefined
  },
  progress: (activity, say) => (activity.completion_criterion.kind === 'watched' ? watchedWords : answering.progress)(activity, say),
  act: answering.act,
}
