// Penulisan Akademik, in Malay.
import type { DemoCourse } from './types.ts'

export const academicWriting: DemoCourse = {
  teacher: 'T1004',
  students: 16,
  name: 'Penulisan Akademik',
  code: 'LANG 201',
  department: 'Languages',
  public_scope: 'organisation',
  language: 'ms',
  first: 0.8,
  unreviewed: true,
  cover: 17,
  outline: 'Daripada satu soalan kepada teks yang berguna kepada orang lain.',
  modules: [
    {
      name: 'Soalan dan rangka',
      items: [
        {
          type: 'page',
          title: 'Apakah itu soalan',
          body: '<p>Tajuk ialah tempat; soalan ialah jalan melaluinya. <em>Terumbu karang</em> ialah tajuk. <em>Mengapakah terumbu di Bidong pulih tetapi yang di Kapas tidak?</em> ialah soalan.</p>',
        },
        {
          type: 'material',
          title: 'Templat rangka',
          due: -35,
          file: {
            file: 'templat-rangka.docx',
            paragraphs: [
              'Rangka',
              'Soalan saya, dalam satu ayat:',
              'Perkara yang sudah diketahui (tiga sumber):',
              'Perkara yang akan saya tunjukkan, dalam tiga langkah:',
              'Perkara yang akan membuktikan saya salah:',
            ],
          },
        },
        {
          type: 'learning_activity',
          title: 'Rangka anda',
          due: -21,
          points: '15',
          body: '<p>Satu halaman mengikut templat. Bawa dua salinan ke seminar.</p>',
        },
        {
          type: 'page',
          title: 'Cara membaca rangka',
          body: '<p>Ulang dalam satu ayat perkara yang anda faham. Kemudian tanya satu soalan. Pujian akan datang sendiri.</p>',
        },
      ],
    },
    {
      name: 'Draf',
      items: [
        {
          type: 'page',
          title: 'Ayat pertama',
          due: -7,
          body: '<p>Tulis ayat ini paling akhir.</p><blockquote>Pendahuluan ialah bahagian yang paling sukar, dan semua orang mengetahuinya.</blockquote>',
        },
        {
          type: 'learning_activity',
          title: 'Ulasan untuk satu rangka rakan',
          due: 5,
          body: '<p>Dua perenggan melalui e-mel kepada penulisnya, dengan salinan kepada saya.</p>',
        },
        {
          type: 'page',
          title: 'Memetik dan dipetik',
          body: '<p>Setiap idea yang dipinjam mempunyai nama dan tahun di sisinya, walaupun perkataannya milik anda.</p>',
        },
      ],
    },
  ],
}
