<?php
// Expands calendars with sabre/vobject, as Debian has it. It ignores VTIMEZONE: zones need known names.
// Takes JSON on the standard input: a list of [text, first day, last day]. Answers with JSON: for each text
// the starts and ends of its events, sorted.

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
require '/usr/share/php/Sabre/VObject/includes.php';

$utc = new DateTimeZone('UTC');
$written = function ($property) use ($utc) {
    $isDay = !$property->hasTime();
    $moment = clone $property->getDateTime();
    return $isDay ? $moment->format('Y-m-d') : $moment->setTimezone($utc)->format('Y-m-d H:i:s');
};
$expand = function ($each) use ($utc, $written) {
    [$text, $first, $last] = $each;
    $calendar = Sabre\VObject\Reader::read($text);
    $calendar->expand(new DateTime($first, $utc), new DateTime($last, $utc));
    $spans = [];
    foreach ($calendar->select('VEVENT') as $event) {
        $spans[] = [$written($event->DTSTART), $written($event->DTEND)];
    }
    sort($spans);
    return $spans;
};

echo json_encode(array_map($expand, json_decode(file_get_contents('php://stdin'))));
