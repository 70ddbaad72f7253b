// Page of my files, /user/resources; with ?view=deleted the deleted ones.
import { useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { DeletedView } from './deleted-view.tsx'
import { FilesView } from '../../parts/base/files/files-view.tsx'
import { ResourcesFrame } from './resources-frame.tsx'

export default function FilesPage() {
  const t = useTexts('upload')
  const [params] = useSearchParams()
  const deleted = params.get('view') === 'deleted'
  return (
    <ResourcesFrame current={deleted ? 'deleted' : 'mine'}>{deleted ? <DeletedView /> : <FilesView title={t('myFiles')} />}</ResourcesFrame>
  )
}
