// Strip of 40 px under the header during a simulated role, a preview or an inspection, with the button that ends it.
import { Drama, ScanSearch } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { gap } from '../../../ui/format.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { leaveInspection } from './course-changes.ts'
import { type Course, seeAs } from './queries.ts'

export default function RoleStrip({ course: { id, simulating } }: { course: Pick<Course, 'id' | 'simulating'> }) {
  const t = useTexts('course')
  const tp = useTexts('course-page')
  const go = useNavigate()
  if (!simulating) return null
  const leave = async () => {
    try {
      if (simulating === 'inspect') {
        const refer = await leaveInspection(id)
        if (refer) go(refer)
      } else await seeAs(id, simulating === 'preview' ? 'endPreview' : 'instructor')
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
  }
  const texts = {
    student: [t('asStudent'), t('asStudentText'), tp('backToInstructor')],
    visitor: [t('asVisitorStrip'), t('asVisitorOpen'), tp('backToInstructor')],
    preview: [t('asPreview'), t('asStudentText'), t('cancelPreview')],
    inspect: [t('asInspect'), t('asInspectText'), t('cancelInspect')],
  }[simulating]
  return (
    <Banner
      strip
      rank="simulation"
      tone="note"
      icon={simulating === 'inspect' ? ScanSearch : Drama}
      action={
        <span className="flex items-center gap-3">
          {simulating === 'student' && (
            <Button variant="link" className="!text-note-text underline" onClick={() => void seeAs(id, 'visitor')}>
              {t('seeAsVisitor')}
            </Button>
          )}
          <Button size="sm" className="!border-transparent !bg-note !text-canvas" onClick={() => void leave()}>
            {texts[2] ?? ''}
          </Button>
        </span>
      }
    >
      <strong className="font-semibold">{texts[0]}</strong>
      {gap()}
      {texts[1]}
    </Banner>
  )
}
