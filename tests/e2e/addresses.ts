// Every address of the product with values for its ids and the people who may see it. Derived from tests/spec/screens.ts, so that a new
// page is tested without a change here.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { has, type Permission, permissionsIn } from '@lyceum/identity/mirror/permissions'
import { joinCode, printedJoin } from '../../web/src/join-code.ts'
import { ownScreens, screens } from '../spec/screens.ts'
import { type SchoolPerson, schoolPeople } from '../flows/school.ts'
import type { World } from './world.ts'

type Places = Pick<World, 'course' | 'page' | 'accessCode' | 'group'> &
  Partial<Pick<World, 'asked' | 'bulletin' | 'classroom' | 'curriculum' | 'imported' | 'invitation' | 'lecture' | 'person' | 'topics'>>

export type Visit = {
  /** The address with a {name} for each id. */
  template: string
  address: string
  /** The address after a redirect; without one the address itself. */
  to: string
  built: boolean
  roles: SchoolPerson[]
  /** A page of a course: only its members and managers see it. */
  ofCourse: boolean
  /** Shown without signing in, too. */
  toAnybody: boolean
}

const everybody: SchoolPerson[] = ['student', 'teacher', 'assistant', 'faculty', 'manager', 'admin', 'wgAdmin']
/** Members of the course, and those who read the courses of its organisation. */
const ofTheCourse: SchoolPerson[] = ['student', 'teacher', 'assistant', 'faculty', 'manager', 'admin', 'wgAdmin']

/** Teachers of the course, and administrators. */
const ofItsTeachers: SchoolPerson[] = ['teacher', 'assistant', 'admin']

const ofTheOffice: SchoolPerson[] = ['manager', 'admin', 'wgAdmin']
/** A manager with neither courses nor anything to do is led from the home page to the management. */
const atHome = everybody.filter((who) => !ofTheOffice.includes(who))
// by its path alone: the compiler of the server does not read the page
const table: string = join(import.meta.dirname, '../../web/src/management.ts')
const { managementPages } = (await import(table)) as { managementPages: Record<string, { manages?: { needs: Permission } }> }
/** The permission of a page of the management. */
const neededAt = (template: string): Permission | undefined => {
  const address = template.replace('#/', '/-/').replace(/\{(\w+)\}/g, ':$1')
  return managementPages[address.replace(/\/(-\/)?$/, '')]?.manages?.needs
}
const rolesOf = (template: string, ofCourse: boolean): SchoolPerson[] => {
  if (template === '/user/index') return atHome
  const needs = template === '/vtrs/join/{invitation}' ? 'groups.create' : neededAt(template)
  if (needs) return everybody.filter((who) => has(permissionsIn(schoolPeople[who]), needs))
  // an administrator may have no bank to write into, and is led to the banks
  if (/\/questions#\/new\//.test(template)) return ['teacher', 'assistant']
  if (/^\/(user|course\/\{id\})\/questions/.test(template)) return ofItsTeachers
  if (/\/exam\/\{examId\}\/(paper|invigilation|marking|statistics)$/.test(template)) return ofItsTeachers
  if (template.includes('teaching-team#/forum/')) return ofItsTeachers
  if (template.includes('/group-set#/topics/')) return ['student', ...ofItsTeachers]
  if (/\/exam\/\{examId\}\/review\//.test(template)) return ['student', ...ofItsTeachers]
  if (/\/(edit|new\/\{type\}|settings|\{activityId\}\/questions)$/.test(template) && ofCourse) return ofItsTeachers
  return template.startsWith('/management/') ? ofTheOffice : ofCourse ? ofTheCourse : everybody
}

/** A value for each {name}; an id that does not exist yet gets any value of the right form. */
const standsFor = (world: Places, template: string, name: string): string => {
  if (/^\/(course|inclass\/courses)\/$/.test(template.slice(0, template.indexOf(`{${name}}`)))) return world.course
  if (name === 'courseId') return world.course
  if (name === 'activityId') return template.endsWith('/questions') ? (world.asked?.questionnaire ?? randomUUID()) : world.page
  if (name === 'personId') return world.person ?? randomUUID()
  if (name === 'curriculumId') return world.curriculum ?? randomUUID()
  if (name === 'importId') return world.imported ?? randomUUID()
  if (name === 'accessCode') return world.accessCode
  if (name === 'invitation') return world.invitation ?? randomUUID()
  const topics = world.topics
  if (name === 'topicId') return (template.includes('/group-set') ? topics?.group : topics?.course) ?? randomUUID()
  if (name === 'id' && template.includes('teaching-team#/forum/')) return topics?.team ?? randomUUID()
  if (name === 'groupId' && template.includes('/group-set')) return topics?.of ?? randomUUID()
  if (name === 'groupId' || template.startsWith('/vtrs/')) return world.group
  if (name === 'type') return 'page'
  const asked = world.asked
  if (name === 'examId') return asked?.exam ?? randomUUID()
  if (name === 'attemptId') return asked?.attempt ?? randomUUID()
  if (name === 'questionId') return asked?.question ?? randomUUID()
  if (name === 'id' && template.includes('questionnaire/{id}')) return asked?.questionnaire ?? randomUUID()
  if (name === 'id' && template.includes('redirect=task/{id}')) return asked?.learningActivity ?? randomUUID()
  if (name === 'id' && template.includes('bulletin_id={id}')) return world.bulletin ?? randomUUID()
  if (name === 'id' && template.includes('#/classroom/{id}')) return world.classroom ?? randomUUID()
  if (name === 'id' && template.includes('live-activities#/{id}/')) return world.lecture ?? randomUUID()
  if (name === 'questionType') return 'single'
  if (name === 'encoded data') return printedJoin(world.accessCode).slice('/j?p='.length)
  return randomUUID()
}
const filled = (world: Places, template: string) => template.replace(/\{([^}]+)\}/g, (_, name: string) => standsFor(world, template, name))

/** Every page that the router shows to a signed-in person. */
export function visits(world: Places): Visit[] {
  return (
    [...screens, ...ownScreens]
      // nobody of a school operates the installation: org-requests.test.ts opens its page
      .filter(({ address }) => !/^\/(static\/|login|installation\/)/.test(address))
      .map(({ address: template, built }) => {
        const address = filled(world, template)
        const ofCourse = /^\/(course|inclass\/courses)\/\{/.test(template)
        const code = template.startsWith('/j?') && joinCode(new URL(address, 'http://x').searchParams.get('p'))
        return {
          template,
          address,
          // who writes no exam now is led to its front page
          to: code ? `/course/join/${code}` : template.endsWith('#/exam/{examId}') ? address.replace('#/exam/', '#/') : address,
          built: built === true,
          roles: rolesOf(template, ofCourse),
          ofCourse,
          toAnybody: template === '/verify-email' || template === '/set-password' || template === '/unsubscribe',
        }
      })
  )
}

/** One address of each kind of page whose thing does not exist, and the page's text for it. */
export const missing = (world: Places): [kind: string, address: string][] => [
  ['course', `/course/${randomUUID()}/content`],
  ['course whose id is no id', '/course/first/content'],
  ['members of a course', `/course/${randomUUID()}/enrollments`],
  ['unbuilt page of a course', `/course/${randomUUID()}/warning`],
  ['activity', `/course/${world.course}/learning-activity#/${randomUUID()}`],
  ['sharing group', `/user/resource-groups#/${randomUUID()}/members`],
  ['activity of no course', `/course/${randomUUID()}/learning-activity#/${world.page}`],
]
