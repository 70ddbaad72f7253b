// Page of a teaching-and-research group, /vtrs/{id}: its members, what they share and when they meet, for them and for who manages groups.
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { useMe } from '../../session/session.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { GroupContent } from './group-page.tsx'

const GroupMeetings = lazy(() => import('../../parts/learning/calendar/group-meetings.tsx'))
const tabs = { files: 'files', meetings: 'more' } as const

export default function VtrsPage() {
  const t = useTexts('management-lists')
  const c = useTexts('calendar')
  const me = useMe()
  const { vtrsId = '' } = useParams()
  const [params] = useSearchParams()
  return (
    <div className="mx-auto w-full max-w-[1080px] space-y-3.5 p-6 pt-4 pb-20 max-tablet:p-4">
      <GroupContent
        groupId={vtrsId}
        currentTab={tabs[params.get('part') as keyof typeof tabs] ?? 'members'}
        list={{ to: me.may('groups.manage') ? paths.managedVtrs() : paths.resourceGroups(), text: t('vtrsGroups') }}
        filesTo={paths.vtrs(vtrsId, 'files')}
        membersTo={paths.vtrs(vtrsId)}
        more={{
          to: paths.vtrs(vtrsId, 'meetings'),
          text: c('kind.meeting'),
          content: (group) => (
            <Suspense fallback={<SkeletonRows rows={4} />}>
              <GroupMeetings group={group} leads={group.role === 'owner' || group.role === 'manager'} />
            </Suspense>
          ),
        }}
      />
    </div>
  )
}
