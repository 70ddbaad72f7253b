// Failure of a read, in place of its content: the title, the status, the time, and a button that repeats the read.
import { CallFailed } from '../../../client.ts'
import { timeWithSeconds } from '../../../ui/format.ts'
import { Failed } from '../../../ui/states.tsx'
import { problemText } from './problem-text.ts'

/** `at` is the time of the failure in epoch milliseconds; without a `title` the text of the error is shown. */
export const ReadFailed = ({ error, at, title, onRetry }: { error: unknown; at: number; title?: string; onRetry: () => void }) => (
  <Failed
    title={title ?? problemText(error)}
    code={error instanceof CallFailed ? error.status || undefined : undefined}
    at={timeWithSeconds(at)}
    onRetry={onRetry}
  />
)
