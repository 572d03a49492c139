// Shows the time of an event in the reader's zone, if it differs from the zone of the event.
const place = document.querySelector('.local');
const time = document.querySelector('.when time');
if (place && time?.dateTime.includes('T')) {
  const date = new Date(time.dateTime);
  const zone = place.dataset.offset;
  if (zone !== undefined && Number(zone) !== -date.getTimezoneOffset()) {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: 'full',
      timeStyle: 'short',
    });
    place.textContent = place.dataset.text.replace('{date}', format.format(date));
  }
}
