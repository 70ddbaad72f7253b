// The words of feeds in the six languages, which no page translates.
type FeedTexts = Record<'name' | 'opens' | 'due' | 'closes', string>

const texts: Record<string, FeedTexts> = {
  en: { name: 'My calendar', opens: 'Opens: {title}', due: 'Due: {title}', closes: 'Closes: {title}' },
  'zh-CN': { name: '我的日程', opens: '开放：{title}', due: '截止：{title}', closes: '关闭：{title}' },
  'zh-TW': { name: '我的行事曆', opens: '開放：{title}', due: '截止：{title}', closes: '關閉：{title}' },
  th: { name: 'ปฏิทินของฉัน', opens: 'เปิด: {title}', due: 'กำหนดส่ง: {title}', closes: 'ปิด: {title}' },
  id: { name: 'Kalender saya', opens: 'Dibuka: {title}', due: 'Tenggat: {title}', closes: 'Ditutup: {title}' },
  ms: { name: 'Kalendar saya', opens: 'Dibuka: {title}', due: 'Tarikh akhir: {title}', closes: 'Ditutup: {title}' },
}
export const feedTexts = (locale: string): FeedTexts => texts[locale] ?? texts.en!
