// Page of a course's question banks, /course/{id}/questions, for who changes its content.
import { useTexts } from '../../i18n.ts'
import { BankView } from '../../parts/learning/banks/bank-view.tsx'
import { Forbidden } from '../../parts/base/errors/forbidden.tsx'
import { useCourse } from './frame/course-frame.tsx'

export default function QuestionsPage() {
  const course = useCourse()
  const t = useTexts('banks')
  return (
    <div className="max-w-[1264px] p-6 pt-3.5 pb-20 max-tablet:p-4 max-tablet:pb-24">
      {course.can.teach ? <BankView course={course.id} /> : <Forbidden title={t('notForYou')} text={t('notForYouText')} />}
    </div>
  )
}
