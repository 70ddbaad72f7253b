// Courses of which this page has just got my progress as the answer to a write of its own; the hint of that write tells it nothing new.
const answered = new Map<string, number>()
/** Milliseconds in which the hint of a write comes. */
const hintTime = 5000

export const noteAnswer = (course: string) => void answered.set(course, Date.now())

export const answeredLately = ({ course = '' }: { course?: string }): boolean => Date.now() - (answered.get(course) ?? 0) < hintTime
