// The room of talk: topics and posts in a course, its groups, its team of teachers and under its activities.
import { raiseVersions } from '@lyceum/kit/facts/resync'
import { finderIn } from '../finders.ts'
import type { Room } from '../room.ts'
import { talkRulesOf } from '../types/settings.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { participationRoutes } from './participation/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { openAtTime } from './topics/opening.ts'
import { topicRoutes } from './topics/routes.ts'
import { followSettings } from './topics/topics.ts'
import { eraseTalk, purgeCourseTalk, purgeRemoved, purgeTalk, resyncPosts, resyncTopics } from './upkeep.ts'

export const talkRoom = {
  routes: [topicRoutes, postRoutes, moderationRoutes, participationRoutes],
  jobs: ({ deps: { now }, database }) => ({
    notifyOfTopic: ({ job: { payload }, done }) =>
      database.$transaction(async (tx) => {
        await openAtTime(tx, payload, now())
        await done(tx)
      }),
  }),
  finders: {
    topic: finderIn('(select * from topics where not deleted)'),
    deletedTopic: finderIn('(select * from topics where deleted)'),
    post: finderIn('(select p.id, o.course_id from posts p join topics o on o.id = p.topic_id and not o.deleted)'),
  },
  async settingsChanged(tx, _, __, after) {
    const rules = talkRulesOf(after)
    if (rules) await followSettings(tx, after.id, rules)
  },
  purge: purgeTalk,
  purgeBin: purgeRemoved,
  purgeCourse: purgeCourseTalk,
  erase: eraseTalk,
  resync: {
    async topics(tx, after) {
      const raised = await raiseVersions(tx, 'topics', after)
      await resyncTopics(tx, raised)
      return raised.at(-1)
    },
    async posts(tx, after) {
      const raised = await raiseVersions(tx, 'posts', after)
      await resyncPosts(tx, raised)
      return raised.at(-1)
    },
  },
} satisfies Room
