// Words of registers for roles, units and days, in six languages.
import { wordKey } from './fields.ts'

const table = (words: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(words).flatMap(([value, all]) => [value, ...all.split(' ')].map((one): [string, string] => [wordKey(one), value])))

const student = 'students learner pupil s 学生 學生 学员 學員 ผู้เรียน นักศึกษา นักเรียน mahasiswa siswa pelajar murid'
const instructor = 'instructors teacher lecturer professor t 教师 教師 老师 老師 ผู้สอน อาจารย์ ครู dosen guru pengajar pensyarah'
const assistant = 'assistant assistants aide ta teaching_assistant 助教 ผู้ช่วยสอน asisten asisten_dosen pembantu pembantu_pengajar'
const orgRoles = table({
  student,
  instructor,
  instructor_assistant: assistant,
  faculty: 'staff 教职工 教職員 教职人员 教職人員 คณาจารย์ บุคลากร staf staf_pengajar staf_akademik kakitangan',
  educational_admin:
    'manager educational_administrator academic_administrator 教务管理员 教務管理員 教务 教務 ผู้ดูแลงานวิชาการ ผู้ดูแลการศึกษา pengelola_akademik admin_akademik pengurus_akademik pentadbir_akademik',
  admin: 'administrator 管理员 管理員 ผู้ดูแลระบบ pentadbir',
  wg_admin:
    'group_administrator workgroup_administrator 工作组管理员 工作群組管理員 ผู้ดูแลกลุ่มงาน admin_kelompok_kerja pentadbir_kumpulan_kerja',
})
const courseRoles = table({ student, instructor, instructor_assistant: assistant })
const unitKinds = table({
  grade: 'year year_group cohort 年级 年級 ชั้นปี angkatan tahun',
  klass: 'class 班级 班級 班 กลุ่มเรียน หมู่เรียน kelas',
  program: 'programme major 专业 專業 學程 หลักสูตร สาขาวิชา program_studi prodi',
})

const states = table({
  active: 'available enabled enrolled registered published completed concluded 在读 在讀 在职 在職 在校 在籍 正常 กำลังศึกษา ปกติ aktif',
  suspended: 'inactive disabled suspend 停用 休学 休學 ระงับ พักการศึกษา nonaktif tidak_aktif digantung',
  gone: 'deleted tobedeleted removed dropped 已删除 已刪除 删除 刪除 ลบแล้ว dihapus dipadam',
})

export const stateOf = (word: string): string | undefined => states.get(wordKey(word))
export const orgRoleOf = (word: string): string | undefined => orgRoles.get(wordKey(word))
export const courseRoleOf = (word: string): string | undefined => courseRoles.get(wordKey(word))
export const unitKindOf = (word: string): string | undefined => unitKinds.get(wordKey(word))

export const isHan = (text: string): boolean => /^\p{Script=Han}+$/u.test(text)

/** The family name stands first, and without a space, in Chinese alone. */
export const fullName = (given: string, family: string): string =>
  isHan(family + given) ? family + given : [given, family].filter(Boolean).join(' ')

export type DayFault = 'roster.dateBuddhist' | 'roster.dateSerial' | 'roster.dateUnknown'

/** YYYY-MM-DD, YYYY/M/D, also with a time behind it. Years of the Buddhist calendar and the day numbers of spreadsheets are not guessed at. */
export function dayOf(text: string): { day: string } | { code: DayFault } {
  if (/^\d{4,6}([.,]\d+)?$/.test(text)) return { code: 'roster.dateSerial' }
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ].*)?$/.exec(text) ?? []
  if (year === undefined) return { code: /(^|\D)2[45]\d\d(\D|$)/.test(text) ? 'roster.dateBuddhist' : 'roster.dateUnknown' }
  if (Number(year) >= 2400 && Number(year) < 2700) return { code: 'roster.dateBuddhist' }
  const value = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const at = new Date(`${value}T00:00:00Z`)
  if (Number(year) < 1900 || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== value) return { code: 'roster.dateUnknown' }
  return { day: value }
}
