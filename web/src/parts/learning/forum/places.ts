// Addresses of topics and of the places that list them.
import { paths } from '../../../paths.ts'
import type { Place } from './queries.ts'

/** The address of a topic, by its place; `n` is one of its posts. */
export function topicHref({ course, scope, scopeId }: Place, topic: string, n?: number): string {
  const address =
    scope === 'group' && scopeId
      ? paths.groupTopic(course, topic, scopeId)
      : scope === 'team'
        ? paths.teamForum(course, topic)
        : scope === 'activity' && scopeId
          ? `${paths.activity(course, scopeId)}?topic=${encodeURIComponent(topic)}`
          : paths.forumTopic(course, topic)
  if (n === undefined) return address
  return `${address}${/#.*\?/.test(address) ? '&' : '?'}post=${n}`
}

/** The address of the list of a place. */
export function placeHref({ course, scope, scopeId }: Place): string {
  if (scope === 'activity' && scopeId) return paths.activity(course, scopeId)
  return paths.forum(course, scope === 'course' ? {} : { in: scope === 'group' && scopeId ? scopeId : scope })
}
