<?php
// Validates calendars with sabre/vobject, as Debian has it. Its own command does not find its files there.
// Takes a JSON list of texts on the standard input, and answers with a list of complaints for each.

error_reporting(E_ALL & ~E_DEPRECATED);
require '/usr/share/php/Sabre/VObject/includes.php';

$complaints = function ($text) {
    try {
        $found = Sabre\VObject\Reader::read($text)->validate();
    } catch (Exception $error) {
        return [$error->getMessage()];
    }
    return array_map(fn ($one) => $one['message'], array_values($found));
};

echo json_encode(array_map($complaints, json_decode(file_get_contents('php://stdin'))));
