// Uses that keep questions from being deleted: the papers that ask them, and the organisation's templates.
import { Link } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'

/** `course` empty: a template of the organisation. */
type Paper = { id: string; title: string; course: string }

/** `failure`: the refusal question.inUse. */
export default function InUseDialog({ failure, onClose }: { failure: unknown; onClose: () => void }) {
  const t = useTexts('banks')
  const papers = failure instanceof CallFailed ? (failure.problem.params.papers as unknown as Paper[]) : []
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('inUse')}
      description={t('inUseText')}
      width={560}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <ul className="surface-card mb-2 divide-y divide-line">
        {papers.map(({ id, title, course }) => (
          <li key={id} className="px-3.5 py-2">
            {course === '' ? (
              <p className="text-body">
                {title} <span className="text-small text-text-3">{t('inTemplate')}</span>
              </p>
            ) : (
              <Link to={paths.activity(course, id)} className="text-body text-accent-text underline-offset-2 hover:underline">
                {title}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
