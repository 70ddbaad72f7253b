// Hook of a grading that is finished with a part of its rubric: it asks once before the sum of that part becomes the score.
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import type { Grading } from './grading-saver.ts'
import { openCriteria } from './points.ts'

type Rubric = Parameters<typeof openCriteria>[0]

/** `finish` runs at once, or after the confirmation, which is drawn as `asks`. Texts of the `marking` feature. */
export function usePartialRubric(
  { rubric, given, max }: { rubric: Rubric | null; given: Grading; max: string | null },
  go: () => void,
): { finish: () => void; asks: ReactNode } {
  const t = useTexts('marking')
  const [asking, setAsking] = useState(false)
  const open = rubric ? openCriteria(rubric, given.criteria, given.points, max) : 0
  return {
    finish: () => {
      if (open > 0) setAsking(true)
      else go()
    },
    asks: (
      <Confirm
        open={asking}
        title={t('partialTitle', { count: open })}
        description={t('partialText', { points: given.points ?? '0', max: max ?? '100' })}
        confirmLabel={t('partialFinish')}
        cancelLabel={t('partialBack')}
        onConfirm={() => {
          setAsking(false)
          go()
        }}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
