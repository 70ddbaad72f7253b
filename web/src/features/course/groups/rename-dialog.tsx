// Dialog that renames a group.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { NameDialog } from '../../../parts/base/files/name-dialog.tsx'
import { type BoardGroup, refreshGroups } from './queries.ts'

export default function RenameDialog({ group, onClose }: { group: BoardGroup; onClose: () => void }) {
  const t = useTexts('groups')
  return (
    <NameDialog
      title={t('rename')}
      label={t('name')}
      act={t('save')}
      start={group.name}
      file={false}
      onSave={(name) => call('PUT /api/groups/:id', { params: { id: group.id }, body: { name } }).finally(refreshGroups)}
      onClose={onClose}
    />
  )
}
