// Parts of the members page for who teaches, by what they may in the course.
import type { Course } from '../frame/queries.ts'

const parts = ['members', 'waiting', 'invites', 'sent'] as const
export type MemberPart = (typeof parts)[number]

export const partsFor = ({ can }: Pick<Course, 'can'>): MemberPart[] => parts.filter((part) => part !== 'sent' || can.announce)
