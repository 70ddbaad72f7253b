// Page of a teaching-and-research group, /vtrs/{id}: its members and what they share, for them and for who manages groups.
import { useParams, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useMe } from '../../session/session.ts'
import { GroupContent } from './group-page.tsx'

export default function VtrsPage() {
  const t = useTexts('management-lists')
  const me = useMe()
  const { vtrsId = '' } = useParams()
  const [params] = useSearchParams()
  return (
    <div className="mx-auto w-full max-w-[1080px] space-y-3.5 p-6 pt-4 pb-20 max-tablet:p-4">
      <GroupContent
        groupId={vtrsId}
        currentTab={params.get('part') === 'files' ? 'files' : 'members'}
        list={{ to: me.may('groups.manage') ? paths.managedVtrs() : paths.resourceGroups(), text: t('vtrsGroups') }}
        filesTo={paths.vtrs(vtrsId, 'files')}
        membersTo={paths.vtrs(vtrsId)}
      />
    </div>
  )
}
