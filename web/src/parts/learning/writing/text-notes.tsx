// Notes above a text that is written: another window's newer text, files that have not arrived, a failed save.
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'

/** `fault`: the text of a failure, in place of its own. */
export function TextNotes({
  onCompare,
  missing = 0,
  failure,
  fault,
}: {
  /** Another window of the same person has written since. */
  onCompare: (() => void) | undefined
  missing?: number
  failure?: unknown
  fault?: string | undefined
}) {
  const say = useTexts('writing')
  return (
    <>
      {onCompare && (
        <Banner
          tone="warn"
          urgent
          action={
            <Button variant="link" onClick={onCompare}>
              {say('seeDifference')}
            </Button>
          }
        >
          {say('otherWindow')}
        </Banner>
      )}
      {missing > 0 && (
        <Banner tone="bad" urgent>
          {say('filesMissing', { count: missing })}
        </Banner>
      )}
      {failure !== undefined && (
        <Banner tone="bad" urgent>
          {fault ?? problemText(failure)}
        </Banner>
      )}
    </>
  )
}
