import { dateIn } from './texts';

/* The program of the page that repeats an answer: it tells the time as the clock of the visitor does. */

const language = document.documentElement.lang === 'zh' ? 'zh' : 'en';
document.querySelectorAll('time').forEach((time) => {
	time.textContent = dateIn(language, Date.parse(time.dateTime), undefined, navigator.languages);
});
