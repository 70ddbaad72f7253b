// A file that has just arrived is counted within seconds: an activity that asks for its pages waits for that.
import { CallFailed } from '../../../client.ts'

const attempts = 15

const isUncounted = (error: unknown) =>
  error instanceof CallFailed && Object.values(error.problem.details).some(([first]) => first?.code === 'activity.pagesUnknown')

/** Tries again each second while the pages are not counted; the seconds of the upload do not count. */
export async function oncePagesAreCounted<T>(attempt: () => Promise<T>, arriving: () => boolean): Promise<T> {
  for (let left = attempts; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (left <= 0 || !isUncounted(error)) throw error
    }
    do await new Promise((resolve) => setTimeout(resolve, 1000))
    while (arriving())
    left -= 1
  }
}
