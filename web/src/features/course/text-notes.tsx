// Notes above a text that is written: another window's newer text, files that have not arrived, a failed save.
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** `fault`: the text of a failure, in place of its own. */
export function TextNotes({
  conflict,
  missing,
  failure,
  fault,
}: {
  conflict: { load: () => void; keep: () => void } | undefined
  missing: number
  failure: unknown
  fault: string | undefined
}) {
  const say = useTexts('writing')
  return (
    <>
      {conflict && (
        <Banner
          tone="warn"
          urgent
          action={
            <span className="flex shrink-0 flex-wrap gap-x-3">
              <Button variant="link" onClick={conflict.load}>
                {say('loadOther')}
              </Button>
              <Button variant="link" onClick={conflict.keep}>
                {say('keepThis')}
              </Button>
            </span>
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
